import { drainOnSignals } from 'oriel-host/server';
import { referenceHost } from './host.ts';

/** `npm run reference`: serves the resources of the reference under `/api`, reset at every start. */
const port = Number(process.env['PORT'] || 8000);
if (Number.isInteger(port) && port >= 0 && port <= 65535) {
  const listening = await referenceHost().listen({ host: '127.0.0.1', port });
  drainOnSignals(listening);
  console.log(`The resources of the reference are served at ${new URL('/api', listening.url).href}`);
} else {
  console.error(`PORT is ${JSON.stringify(process.env['PORT'])}; it must be a number from 0 to 65535`);
  process.exitCode = 1;
}
