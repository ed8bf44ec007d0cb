import { query } from '@anthropic-ai/claude-agent-sdk';
import { PlinthClient } from '@plinth/sdk';
import { plinthHooks } from '@plinth/sdk/claude-agent-sdk';

const hooks = plinthHooks(new PlinthClient({ integration: 'acme' }).reporter());
const options = {
  hooks,
  settingSources: [],
  model: 'acme-1',
  permissionMode: 'acceptEdits',
  allowedTools: ['Bash', 'Write'],
};
for await (const message of query({ prompt: 'Fix the test.', options })) {
  if (message.type === 'result') console.log(message.result);
}
