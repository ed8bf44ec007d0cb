import { join } from 'node:path';
import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

export default defineConfig(
  nodeBundle('receipt-worker', join(import.meta.dirname, '../../electron/host/receipt-worker.ts')),
);
