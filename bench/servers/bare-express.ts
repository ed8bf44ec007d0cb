import express from 'express';

// Handles an event as any Express program would: parses the JSON and answers.
const app = express();
app.use(express.json({ limit: '1mb' }));
app.post('/api/developer/v1/events', (_req, res) => {
  res.status(202).json({ accepted: true, recorded: false, reportOnly: true, receiptId: 'rcpt_none' });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify(server.address())}\n`);
});
