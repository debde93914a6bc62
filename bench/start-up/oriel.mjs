import { defineHost, route } from 'oriel-host';

const hello = route('hello', 'GET /api/hello', { handle: () => ({ hello: 'world', ok: true, n: 42 }) });

await defineHost({ routes: [hello], log: false }).listen({ port: Number(process.env.PORT) });
