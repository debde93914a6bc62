// Plain JavaScript like built code, because type stripping would take the same time on both sides and change the ratio.
import { createServer } from 'node:http';

const body = JSON.stringify({ hello: 'world', ok: true, n: 42 });
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) };

createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(process.env.PORT, '127.0.0.1');
