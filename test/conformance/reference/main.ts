import { drainOnSignals } from 'oriel/server';
import { referenceHost } from './host.ts';

/** `npm run reference`: serves the resources of the reference under `/api`, reset at every start. */
const listening = await referenceHost().listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 8000) });
drainOnSignals(listening);
console.log(`The resources of the reference are open on ${new URL('/api', listening.url).href}`);
