// Usage: node javascript.ts PORT TOKEN REPORTS ROUNDS; prints one line of JSON.
import { PlinthClient } from '../javascript/src/index.ts';

const [port, token, reports, rounds] = process.argv.slice(2);
const baseUrl = `http://127.0.0.1:${port}`;
const data = { content: 'Explain this function. '.repeat(20), destination: 'acme', cwd: '/srv/project' };
const plinth = new PlinthClient({ token, integration: 'bench', baseUrl });

const contenders: Record<string, () => Promise<unknown>> = {
  'bare fetch': async () => {
    const response = await fetch(`${baseUrl}/api/developer/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        schema: 'service.event.v1',
        integration: 'bench',
        event: 'prompt.submitted',
        sessionId: 's',
        occurredAt: new Date().toISOString(),
        data,
      }),
    });
    return response.json();
  },
  '@plinth/sdk': () => plinth.promptSubmitted({ sessionId: 's', data }),
};

const names = Object.keys(contenders);
const rates: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
const micros: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
for (let round = 0; round <= Number(rounds); round++) {
  for (const [name, report] of Object.entries(contenders)) {
    const began = performance.now();
    for (let n = 0; n < Number(reports); n++) {
      const sent = performance.now();
      await report();
      // The first round warms everything up.
      if (round > 0) micros[name]!.push((performance.now() - sent) * 1000);
    }
    if (round > 0) rates[name]!.push(Number(reports) / ((performance.now() - began) / 1000));
  }
}
plinth.close();
console.log(JSON.stringify({ rates, micros }));
