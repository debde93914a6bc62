import { AppFactory } from '@adonisjs/application/factories';
import { ServerFactory } from '@adonisjs/http-server/factories';
import { createServer } from 'node:http';
import { serve, userOf } from '../lib/answers.mjs';

const app = new AppFactory().create(new URL('./', import.meta.url), () => {});
await app.init();
await app.boot();
const server = new ServerFactory().merge({ app }).create();
class Authenticate {
  async handle(context, next) {
    context.user = userOf(context.request.header('authorization'));
    await next();
  }
}
server.use([async () => ({ default: Authenticate })]);
class ItemsController {
  show({ params }) {
    if (params.item === 'broken') throw new RangeError('planned');
    return params;
  }
}
const router = server.getRouter();
router.get('/users/:id', ({ params }) => `<h1>${params.id}</h1>`);
router
  .group(() => router.get('/items/:item', [ItemsController, 'show']))
  .prefix('/api')
  .use(function limit(_context, next) {
    return next();
  });
await server.boot();
serve(createServer(server.handle.bind(server)));
