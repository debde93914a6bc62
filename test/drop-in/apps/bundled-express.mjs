import { createServer } from 'node:http';
import express from 'express';
import { serve } from './lib/answers.mjs';

/** An application of Express that a test bundles and minifies. */
const app = express();
const users = express.Router();
users.use((request, _response, next) => {
  request.user = { name: 'ada' };
  next();
});
users.get('/:id', (request, response) => response.json({ id: request.params.id }));
users.get('/:id/broken', () => {
  throw new TypeError('planned');
});
app.use('/api/users', users);
app.get('/', (_request, response) => response.send('hello'));
serve(createServer(app));
