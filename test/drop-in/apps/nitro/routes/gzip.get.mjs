import { ZIPPED } from '../../lib/answers.mjs';

const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };

export default () => new Response(ZIPPED, { headers });
