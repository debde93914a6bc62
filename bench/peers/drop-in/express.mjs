/** An order that is sent back, with Express. */
import express from 'express';
import { answer } from '../../lib/drop-in-order.mjs';

const app = express();
app.disable('x-powered-by');
app.use((_request, _response, next) => next());
app.use(express.json());
app.all('/orders/:id', (request, response) => {
  response.type('json').send(answer(request.url, request.body ?? {}));
});
const server = app.listen(Number(process.env.PORT), '127.0.0.1');
server.keepAliveTimeout = 60_000;
