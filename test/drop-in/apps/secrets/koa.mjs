import Koa from 'koa';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from '../lib/answers.mjs';
import { respond } from './respond.mjs';

const app = new Koa();
app.silent = true;
app.use(async (context) => {
  const result = await respond({ path: context.url, headers: context.headers, body: await buffer(context.req) });
  context.state.user = result.user;
  context.status = result.status;
  context.set(result.headers);
  context.body = result.body;
});
serve(createServer(app.callback()));
