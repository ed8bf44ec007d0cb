// A listener as light as can be, in a process of its own: what it costs is the same for every contender.
import { createServer } from 'node:http';

const receipt = JSON.stringify({
  accepted: true,
  recorded: true,
  reportOnly: true,
  receiptId: `rcpt_${'0'.repeat(26)}`,
});
const headers = {
  'Content-Type': 'application/json',
  'Content-Length': receipt.length,
  'Plinth-Api-Version': '1.1',
  'Cache-Control': 'no-store',
};

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    response.writeHead(202, headers);
    response.end(receipt);
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
// Whoever started it has gone.
process.stdin.once('end', () => process.exit()).resume();
