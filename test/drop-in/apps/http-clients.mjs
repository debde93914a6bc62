import { request as nodeRequest } from 'node:http';
import axios from 'axios';
import { got } from 'got';
import { serve } from './sql/serve.mjs';

const url = process.env.ECHO_URL;
const body = { city: 'Lisbon', password: 'hunter2' };

serve({
  fetch: async () =>
    (
      await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } })
    ).json(),
  axios: async () => (await axios.post(url, body)).data,
  got: async () => await got.post(url, { json: body }).json(),
  node: () =>
    new Promise((resolve, reject) => {
      const request = nodeRequest(
        url,
        { method: 'POST', headers: { 'Content-Type': 'application/json' } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve([JSON.parse(text), Object.keys(request).includes('write')]));
        },
      );
      request.on('error', reject);
      const text = JSON.stringify(body);
      request.write(text.slice(0, 10));
      request.end(Buffer.from(text.slice(10)));
    }),
  gzip: async () => await (await fetch(`${url}/gzip`)).json(),
  large: async () => (await got(`${url}/large`)).body.length,
  many: async () => {
    const sizes = [];
    for (let i = 0; i < 6; i++) sizes.push((await (await fetch(`${url}/large`)).text()).length);
    return sizes;
  },
});
