import { createServer } from 'node:http';
import express from 'express';
import { profiler } from 'oriel';

/** An application of Express that serves the pages of the profiler itself. */
const app = express();
if (process.env.PARSER === 'first') app.use(express.urlencoded({ extended: false }));
app.use(process.env.MOUNT ?? '/', profiler({ path: process.env.PAGES }));
app.get('/hello', (_request, response) => response.send('<title>hello</title><link rel="icon" href="data:,">hello'));
const server = createServer(app);
server.listen(0, process.env.HOST ?? '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
