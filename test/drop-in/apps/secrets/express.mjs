import express from 'express';
import { createServer } from 'node:http';
import { serve } from '../lib/answers.mjs';
import { respond } from './respond.mjs';

const app = express();
app.use(express.raw({ type: () => true, inflate: false }));
app.use(async (request, response) => {
  const { url: path, headers, body = '' } = request;
  const result = await respond({ path, headers, body });
  request.user = result.user;
  response.writeHead(result.status, result.headers).end(result.body);
});
app.use((_error, _request, response, _next) => response.status(500).end('failed'));
serve(createServer(app));
