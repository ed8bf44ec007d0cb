// A small agent that tells Plinth what it is about to do.
//
//   npm install /path/to/plinth/.host/sdk/plinth-sdk.tgz   (made by `npm ci`)
//   PLINTH_TOKEN=… node javascript-agent.mjs
//
// The token is generated in Plinth under Settings, Developer integrations, for the name "example-agent".
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { PlinthClient } from '@plinth/sdk';

const plinth = new PlinthClient({ integration: 'example-agent' });

// Worth doing once, when the agent is set up: what works, what does not, and why.
const connection = await plinth.testConnection();
for (const problem of connection.problems) console.error(problem);

// In the loop, a reporter: it never throws and never makes the agent wait.
const reporter = plinth.reporter();
const sessionId = randomUUID();
const cwd = process.cwd();

const tools = {
  list_files: async ({ folder }) => (await readdir(folder)).slice(0, 3),
};

// Stands for a model that asks for one tool and then answers.
async function* model(prompt) {
  yield { tool: 'list_files', input: { folder: '.' } };
  yield { answer: `You asked: ${prompt}` };
}

async function answer(prompt) {
  reporter.promptSubmitted({ sessionId, data: { content: prompt, destination: 'Example AI', cwd } });
  for await (const step of model(prompt)) {
    if (step.answer) return step.answer;
    reporter.toolBeforeUse({ sessionId, data: { toolName: step.tool, toolInput: step.input, cwd } });
    await tools[step.tool](step.input);
  }
}

reporter.sessionStarted({ sessionId, data: { harness: 'example-agent', harnessVersion: '1.0.0', cwd } });
try {
  console.log(await answer('Which files are here?'));
} finally {
  reporter.sessionEnded({ sessionId, data: { reason: 'done', cwd } });
  const { sent, dropped, failed } = await reporter.close();
  console.log(`Plinth took ${sent} reports, ${dropped + failed} were lost.`);
  plinth.close();
}
