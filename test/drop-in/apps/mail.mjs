import { createServer } from 'node:http';
import { createTransport } from 'nodemailer';

/** A server that sends mail with the transports of nodemailer that need no server, and one that fails. */
const transports = {
  '/json': createTransport({ jsonTransport: true }),
  '/stream': createTransport({ streamTransport: true, buffer: true }),
  '/fail': createTransport({ host: '127.0.0.1', port: 1, connectionTimeout: 1_000 }),
};
const message = {
  from: '"Shop" <shop@example.com>',
  to: ['ada@example.com', { name: 'Bo', address: 'bo@example.com' }],
  bcc: 'audit@example.com',
  subject: 'Your new password=hunter2',
  text: 'hunter2-content',
};

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const transport = transports[pathname];
  if (searchParams.has('callback'))
    return transport.sendMail(message, (error, info) => {
      console.log('called back');
      response.end(error?.code ?? info.envelope.to.join());
    });
  const info = await transport.sendMail(message).catch((error) => error);
  response.end(info.code ?? info.envelope.to.join());
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
