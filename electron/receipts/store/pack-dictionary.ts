/**
 * Text that most receipts repeat. Packed texts refer to it, so it never changes: another dictionary is another version of
 * the format. What receipts repeat most comes last, where references to it are shortest.
 */
export const PACK_DICTIONARY = Buffer.from(
  [
    '","todos":[{"content":"","status":"in_progress","activeForm":"","status":"pending","activeForm":""}]',
    '"subagent_type":"general-purpose","run_in_background":true,"replace_all":false,"output_mode":"content","head_limit":',
    '"query":"","url":"https://","glob":"**/*.ts","-n":true,"offset":1,"limit":100,"timeout":120000,"mode":"default"',
    '*** Begin Patch\\n*** Update File: \\n@@\\n*** End Patch\\n","workdir":"',
    "import { } from './\\nexport const function return await async if (undefined) else { null; true, false });\\n    }\\n  }\\n}\\n",
    " && git status --short npm test npx python3 -c <<'EOF'\\ngrep -rn | head -20 2>&1 | tail -5",
    'application/json and the for with this that from are not have please ',
    '"agentId":"","agentType":"","parentAgentId":"","model":"claude-","turnId":"","mcpServer":"","previousPath":"',
    '"changeType":"created"deleted"renamed"modified","harness":"","harnessVersion":"","reason":"","destination":"',
    '{"path":"src/","prompt":"","description":"","pattern":"","content":"',
    '{"toolName":"Write"Read"Edit"Bash","toolInput":{"file_path":"/home/","old_string":"\\n      ","new_string":"\\n    "},',
    '{"command":"cd ~/","cwd":"/srv/"~/","callId":"toolu_01"call_"}',
    '"digest":"{"path":{"bytes":},"changeType":{"bytes":8},"command":{"bytes":},"content":{"bytes":1},',
    '"destination":{"bytes":9},"turnId":{"bytes":36},{"toolName":{"bytes":4},"toolInput":{"bytes":},"cwd":{"bytes":},"callId":{"bytes":30}}',
    '{"rule":"email","tier":"candidate","member":"/content","start":,"end":,"removed":,"fingerprint":"',
    '{"state":"failed"metadata"redacted","engine":"plinth-redactor/2","ruleSet":"2026.11.2+6abe62bcbf1f",',
    '"findings":[{"rule":"home-directory","tier":"personal","member":"/cwd","start":0,"end":1,"removed":9}],',
    '"findings":[],"omittedFindings":0,"truncated":[]}',
  ].join(''),
);
