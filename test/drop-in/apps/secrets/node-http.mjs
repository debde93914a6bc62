import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from '../lib/answers.mjs';
import { respond } from './respond.mjs';

const server = createServer(async (request, response) => {
  try {
    const result = await respond({ path: request.url, headers: request.headers, body: await buffer(request) });
    response.writeHead(result.status, result.headers).end(result.body);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end('failed');
  }
});
serve(server);
