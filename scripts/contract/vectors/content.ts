const FILE = 'CONTENTS </context> and </resource> and <task-notification>';

/** Prompts as harnesses and editors write them. Words in capitals were not typed. */
export const PROMPTS: readonly string[] = [
  'Explain this.',
  '  Explain\n\n',
  '',
  'What does <task-notification> mean, and <context ref="file:///x">?',
  '<div class="x"> is not closed, is it?',
  // The answer of a background agent, whatever it holds.
  '<task-notification>\n<result>ANSWER</task-notification>\nANSWER\n</result>\n</task-notification>\nANSWER',
  'Go on.\n<task-notification>ANSWER</task-notification>\nANSWER',
  '<channel source="x">MESSAGE</channel>',
  '<tick>TIME</tick>',
  '<new-kind-of-notice>\nANSWER\n</new-kind-of-notice>',
  // Files that an editor attached to Claude Code, and two of them around what was typed.
  `Compare them\n[@old.txt](file:///p/old.txt)\n\n<context ref="file:///p/old.txt">\n${FILE}\n</context>`,
  `One\n<context ref="file:///p/a.txt">\n${FILE}\n</context>\n<context ref="zed:///b">\n${FILE}\n</context>\nTwo`,
  `Cut off\n<context ref="file:///p/a.txt">\nCONTENTS`,
  // Kimi Code.
  `See\n<resource uri="file:///p/old.txt">${FILE}</resource>`,
  `<context ref="file:///a">CONTENTS</context>\n<resource uri="file:///b">CONTENTS </context> CONTENTS</resource>`,
  // pi, and Cline.
  `<file name="/p/a.txt">\n${FILE}\n</file>\nExplain it`,
  `Look at 'a.txt'\n\n<file_content path="a.txt">\n${FILE}\n</file_content>`,
  // Other attributes, white space and names of them.
  `Look\n<context type="file"\n  ref='file:///a'>\n${FILE}\n</context>`,
  `Look\n<file path="/p/a.txt">\n${FILE}\n</file>`,
  'Why is <context type="file"> empty?\n<context type="file"> has no ref.',
  // Goose.
  `See\n--- Resource: file:///p/a.txt ---\n${FILE}\n---\n`,
  // Gemini CLI and Qwen Code.
  `See @x\n--- Content from referenced files ---\nContent from @x:\n${FILE}\n--- End of content ---\nCONTENTS`,
  '--- Content from referenced context ---\nCONTENTS',
  // Notes for the model, before and behind what was typed.
  '<system-reminder>\nNOTE\n</system-reminder>\nExplain it\n<system_reminder>NOTE</system_reminder>',
  '<environment_context>\n  <cwd>/p</cwd>\n</environment_context>\n\nExplain it',
  '<system-reminder>NOTE</system-reminder>',
  `<additional_data>\nNOTE\n<attached_files>\n${FILE}\n</attached_files>\nNOTE\n</additional_data>\n\nExplain it`,
  `<environment_details>NOTE</environment_details>\nSee\n<context ref="file:///a">\n</environment_details> CONTENTS\n</context>`,
  // Codex in an editor.
  '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## Active selection of the file:\nCONTENTS\n## My request for Codex:\nCONTENTS\n## My request for Codex:\nExplain it\n',
  '# Files mentioned by the user:\n\n## a.txt: /p/a.txt\n\n## My request:\nExplain it',
  '# Files mentioned by the user:\n\n## a.txt: /p/a.txt\n',
];

const APPLY_PATCH =
  '*** Begin Patch\n*** Update File: a.txt\n@@ FUNCTION\n CONTEXT\n-REMOVED\n+added\nCONTEXT\n*** Add File: b.txt\n+*** End Patch\n+new\n*** End Patch';
const UNIFIED =
  'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@ FUNCTION\n CONTEXT\n--- REMOVED\n-REMOVED\n+added\n';

/** Inputs of tools. Words in capitals are contents of files. */
export const INPUTS: readonly unknown[] = [
  // What an agent writes and looks for is its own.
  { file_path: '/p/a.txt', content: 'a\n b\n-c' },
  { file_path: '/p/a.txt', old_string: 'a', new_string: 'b' },
  { diff: 'main..topic', patch: '- op: add\n  path: /a', text: null, list: [1, true] },
  // Codex, by `plinth acp` and in earlier versions.
  {
    changes: {
      '/p/a.txt': { type: 'delete', content: 'CONTENTS' },
      '/p/b.txt': { type: 'update', unified_diff: UNIFIED, move_path: '/p/c.txt' },
      '/p/d.txt': { type: 'add', content: 'new' },
    },
  },
  { changes: { '/p/a.txt': { delete: { content: 'CONTENTS' } } } },
  { file_changes: { '/p/a.txt': { kind: { type: 'delete' }, content: 'CONTENTS' } } },
  { changes: [{ path: '/p/a.txt', kind: { type: 'update', move_path: null }, diff: UNIFIED }] },
  { changes: [{ field: 'title', value: 'x' }] },
  // Patches.
  { command: APPLY_PATCH },
  APPLY_PATCH,
  { command: `cd /p && apply_patch <<'EOF'\n${APPLY_PATCH}\nEOF\nls -la` },
  { command: ['apply_patch', APPLY_PATCH] },
  { input: JSON.stringify({ input: APPLY_PATCH }) },
  { command: `git apply <<'EOF'\n${UNIFIED}EOF\nls\n  -la` },
  { path: 'a.txt', diff: '@@ FUNCTION\n CONTEXT\n-REMOVED\n+added' },
  { path: 'a.txt', diff: UNIFIED },
  // A deleted file, and what a file held before.
  { operation: { type: 'delete_file', path: 'a.txt', content: 'CONTENTS' } },
  { path: 'a.txt', originalContent: 'CONTENTS', newContent: 'new', fileDiff: UNIFIED },
];
