import Fastify from 'fastify';

const app = Fastify();
app.post('/boats/:id', async ({ params, body }) => ({ ...params, ...body }));
const { payload } = await app.inject({ method: 'POST', url: '/boats/7', payload: { name: 'Ahti' } });
process.stdout.write(payload);
