// Generated from shared/ by "npm run generate"; do not edit.
/*
 * Tells what a user typed from what programs put into a prompt: the answer of a sub-agent, the contents of an attached
 * file, notes for the model. Every bridge, `plinth acp`, telemetry and both SDKs use these tables. `npm run generate`
 * copies this file to the JavaScript SDK and writes the tables for the Python SDK.
 */

/**
 * Blocks with words of a model, of another agent, of a command or of a message from elsewhere. Text behind such a block
 * can come from the same writer, so each cuts to the end. An entry with `=` names an attribute too.
 */
export const ANSWER_BLOCKS: readonly string[] = [
  ...['task-notification', 'agent-message', 'teammate-message', 'cross-session-message'],
  ...['coordinator-relay', 'subagent_notification', 'codex_delegation', 'realtime_delegation'],
  ...['system_notification', 'user_action', 'channel source=', 'slack-ping', 'slack-tag-message'],
  ...['webhook-payload', 'turn_aborted', 'hook_prompt', 'bash-input', 'bash-stdout', 'bash-stderr'],
  ...['bash-exit-code', 'user_shell_command', 'local-command-caveat', 'local-command-stdout'],
  ...['local-command-stderr', 'command-name', 'command-message', 'command-args'],
  ...['user-prompt-submit-hook', 'post-tool-use-hook', 'user-memory-input', 'fork-boilerplate'],
  ...['function_results', 'tool_use_error', 'sandbox_violations', 'persisted-output'],
  ...['fetched-web-content', 'untrusted-widget-state', 'artifact-type-instructions'],
  ...['artifact-file-content', 'artifact-origin-notes', 'artifact-stored-declaration'],
  ...['mcp-resource-update', 'mcp-polling-update', 'new-diagnostics', 'autonomous-loop'],
  ...['autonomous-loop-dynamic', 'send_user_message_question_reply', 'state_snapshot'],
];

/** Blocks in which a harness or an editor tells the model of its surroundings. The user's text goes on behind them. */
export const NOTICE_BLOCKS: readonly string[] = [
  ...['system-reminder', 'system-note', 'total_tokens', 'ide_selection', 'ide_opened_file', 'info-msg'],
  ...['environment_context', 'user_instructions', 'INSTRUCTIONS', 'context_window_reminder'],
  ...['permission_profile', 'collaboration_mode', 'skills_instructions', 'recommended_plugins'],
  ...['session_context', 'hook_context', 'qwen:user-prompt-submit-context', 'current_datetime'],
  ...['environment_info', 'workspace_info', 'reminderInstructions', 'editorContext'],
  ...['environment_details', 'explicit_instructions', 'git_commit hash=', 'git_working_state'],
  ...['workspace_diagnostics', 'user_info', 'user_information', 'additional_metadata'],
  ...['additional_data', 'open_and_recently_viewed_files', 'git_status', 'agent_skills'],
  ...['agent_transcripts', 'cursor_commands', 'mcp_file_system', 'custom_instructions'],
  ...['project_layout'],
];

/** Blocks with the contents of files that a user attached or mentioned. A user who attaches a file has sent a prompt. */
export const FILE_BLOCKS: readonly string[] = [
  ...['context ref=', 'resource uri=', 'file name=', 'file path=', 'file uri=', 'code_selection path='],
  ...['file_content path=', 'folder_content path=', 'url_content url=', 'attachment path='],
  ...['attachment filepath=', 'attachment filePath=', 'attachment id='],
  ...['attachments', 'attached_files', 'selected_files', 'file_contents', 'image_files'],
];

/** A line behind which only the contents of mentioned files follow. A file can contain the line that ends them. */
export const FILE_HEADING = '--- (?:Content from|Resource:) [^\\r\\n]+ ---';

/** Blocks of one family of harnesses, whose names people also write. */
export const OWN_BLOCKS = {
  claude: ['tick'],
  copilot: ['reminder'],
  kimi: ['system', 'notification'],
} as const;

/** The first line of a prompt that begins with what an editor knows, and the heading above what the user typed. */
export const PREFACE =
  '^\\s*#{1,2} (?:Context from my IDE setup|Files mentioned by the user|Referenced chats with Codex):';
export const REQUEST = '(?<![^\\r\\n])## My request(?: for [^\\r\\n:]{1,64})?:[ \\t]*';

/**
 * A prompt that is a single element with a hyphenated or underscored name. No person types to an agent in this form.
 */
export const ENVELOPE = '^\\s*<([a-z]+(?:[-_][a-z]+)+)(?:\\s[^>]*)?>[\\s\\S]*</\\1>\\s*$';

/** The note that stands for what was cut. */
export const CUT_NOTE = '\\n?\\[Plinth left out [^\\[\\]\\n]*: [0-9]+ bytes\\]$';

/** The user's part of a prompt: its text, and the number of bytes of other text that were cut. */
export interface TypedText {
  content: string;
  cutBytes: number;
}

const preface = new RegExp(PREFACE);
const request = new RegExp(REQUEST, 'g');
const envelope = new RegExp(ENVELOPE);
const cutNote = new RegExp(CUT_NOTE);
const bytesOf = (text: string) => new TextEncoder().encode(text).length;
/** What stands before the attribute of a mark: white space, and other attributes. */
const BEFORE_ATTRIBUTE = '\\s(?:[^<>]*\\s)?';
/** A name is followed by the end of the mark or by attributes. Harnesses write one name with `-` and with `_`. */
const marksOf = (blocks: readonly string[]) =>
  blocks
    .map((block) =>
      block.endsWith('=')
        ? block.replace(' ', BEFORE_ATTRIBUTE)
        : `${block.replace(/[-_]/g, '[-_]')}(?=[\\s/>])`,
    )
    .join('|');
const AT_LINE = '(?<![^\\r\\n])';
const notice = new RegExp(`^(?:${marksOf(NOTICE_BLOCKS)})`);
const file = new RegExp(`^(?:${marksOf(FILE_BLOCKS)})`);
const fileOpening = new RegExp(`${AT_LINE}[ \\t]*<(?:${marksOf(FILE_BLOCKS)})`);
const fileNames = [...new Set(FILE_BLOCKS.map((block) => block.split(' ')[0]!))];

/** Returns what stands behind the last heading of the request, where an editor wrote a preface before it. */
function behindPreface(text: string): string {
  if (!preface.test(text)) return text;
  const last = [...text.matchAll(request)].at(-1);
  return last === undefined ? '' : text.slice(last.index + last[0].length).trimStart();
}

/** Returns the place behind the last end mark of these blocks, or 0. */
const behindLast = (text: string, names: readonly string[]): number =>
  Math.max(
    ...names.map((name) => {
      const end = `</${name}>`;
      const at = text.lastIndexOf(end);
      return at < 0 ? 0 : at + end.length;
    }),
  );

/**
 * Returns the length of a block, from the text that begins behind its `<`. The contents of files can hold any mark, so
 * the last end mark of any of their blocks counts, and a notice ends before the files that follow it. A block without an
 * end mark, and one that is neither, goes on to the end.
 */
function lengthOfBlock(text: string): number {
  if (file.test(text)) return behindLast(text, fileNames) || text.length;
  if (!notice.test(text)) return text.length;
  const names = [/^[^\s/>]+/.exec(text)![0]];
  const head = text.slice(0, fileOpening.exec(text)?.index);
  return behindLast(head, names) || behindLast(text, [...names, ...fileNames]) || text.length;
}

/**
 * Makes the function that returns what the user typed of a prompt, or undefined where no user typed any. A block begins
 * at the beginning of a line. Text that a user wrote before and behind blocks stays.
 */
export function typedTextReader(own: readonly string[] = []): (text: string) => TypedText | undefined {
  const blocks = marksOf([...ANSWER_BLOCKS, ...NOTICE_BLOCKS, ...FILE_BLOCKS, ...own]);
  const opening = new RegExp(`${AT_LINE}(?:[ \\t]*<(?=${blocks})|(${FILE_HEADING}))`);
  return (text) => {
    let rest = behindPreface(text);
    let hasFiles = rest !== text;
    let cutBytes = hasFiles ? bytesOf(text) - bytesOf(rest) : 0;
    const kept: string[] = [];
    for (let found = opening.exec(rest); found !== null; found = opening.exec(rest)) {
      const inside = rest.slice(found.index + found[0].length);
      const behind = rest.slice(found.index + found[0].length + lengthOfBlock(inside));
      hasFiles ||= found[1] !== undefined || file.test(inside);
      kept.push(rest.slice(0, found.index));
      cutBytes += bytesOf(rest.slice(found.index, rest.length - behind.length));
      rest = behind;
    }
    kept.push(rest);
    const texts = kept.map((each) => each.trim()).filter((each) => each !== '');
    if (texts.length === 0) return hasFiles ? { content: '', cutBytes } : undefined;
    const content = kept.length === 1 ? rest : texts.join('\n');
    return { content, cutBytes };
  };
}

/** Returns true for a prompt that only a harness writes. Programs and editors can write such a prompt for a person. */
export const isEnvelope = (text: string): boolean => envelope.test(text);

/** Adds a note to the kept text that names the omitted part and its size. */
export function withCutNamed(
  { content, cutBytes }: { content: string | undefined; cutBytes: number },
  what: string,
): string | undefined {
  if (cutBytes === 0) return content;
  const note = `[Plinth left out ${what}: ${cutBytes} bytes]`;
  return content === undefined || content === '' ? note : `${content}\n${note}`;
}

/** Returns a kept text without that note. Two routes can cut different parts of one prompt. */
export const withoutCutNote = (content: string): string => content.replace(cutNote, '');
