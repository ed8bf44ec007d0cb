import { createServer } from 'node:http';

// Takes every request and body, and answers as if it had recorded it.
const ANSWER = '{"accepted":true,"recorded":false,"reportOnly":true,"receiptId":"rcpt_none"}';
const server = createServer((req, res) => {
  req.resume();
  req.on('end', () => {
    res.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': ANSWER.length });
    res.end(ANSWER);
  });
});
server.on('clientError', (_error, socket) => socket.destroy());
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  process.stdout.write(`${JSON.stringify(server.address())}\n`),
);
