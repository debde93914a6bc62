import { Body, Controller, Get, Header, HttpCode, HttpException, Module, Param, Post, Query } from '@nestjs/common';
import { Redirect, Req, Res, StreamableFile } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';
import { Readable } from 'node:stream';
import { found, HELLO, LARGE, mark, note, parts, sizeOf, slowParts, throwLater, throwSync } from './answers.mjs';
import { userOf, ZIPPED } from './answers.mjs';

class AppController {
  hello() {
    return HELLO;
  }
  user(id) {
    return { id };
  }
  search(query) {
    return found(query);
  }
  json({ city }) {
    return { city };
  }
  note(body, response) {
    return note(body, response.raw ?? response);
  }
  throw() {
    throwSync();
  }
  async reject() {
    await throwLater();
  }
  teapot() {
    throw new HttpException('planned: teapot', 418);
  }
  stream() {
    return new StreamableFile(Readable.from(parts(), { objectMode: false }), { type: 'text/plain' });
  }
  slow() {
    return new StreamableFile(Readable.from(slowParts(), { objectMode: false }), { type: 'text/plain' });
  }
  empty() {}
  redirect() {}
  large() {
    return LARGE;
  }
  async upload(request) {
    return { bytes: await sizeOf(request.raw ?? request) };
  }
  gzip() {
    return new StreamableFile(ZIPPED, { type: 'application/json' });
  }
  account(request) {
    return request.user;
  }
  mark(id, response) {
    return mark(id, response.raw ?? response);
  }
}

class ShopController {
  item(shop, item) {
    return { shop, item };
  }
}

class AuthGuard {
  canActivate(context) {
    const request = context.switchToHttp().getRequest();
    request.user = userOf(request.headers.authorization);
    return true;
  }
}

class MeasureInterceptor {
  intercept(_context, next) {
    return next.handle();
  }
}

class TrimPipe {
  transform(value) {
    return typeof value === 'string' ? value.trim() : value;
  }
}

class AppModule {}

// Decorators are applied by calls, because this file is not compiled.
Controller()(AppController);
Controller('shops/:shop')(ShopController);
Module({ controllers: [AppController, ShopController] })(AppModule);
declare(AppController, 'hello', [Get('hello')]);
declare(AppController, 'user', [Get('users/:id')], Param('id', TrimPipe));
declare(ShopController, 'item', [Get('items/:item')], Param('shop'), Param('item'));
declare(AppController, 'search', [Get('search')], Query());
declare(AppController, 'json', [Post(['json', 'form']), HttpCode(200)], Body());
declare(AppController, 'note', [Post('note'), HttpCode(200)], Body(), Res({ passthrough: true }));
declare(AppController, 'throw', [Get('throw')]);
declare(AppController, 'reject', [Get('reject')]);
declare(AppController, 'teapot', [Get('teapot')]);
declare(AppController, 'stream', [Get('stream')]);
declare(AppController, 'slow', [Get('slow')]);
declare(AppController, 'empty', [Get('empty'), HttpCode(204)]);
declare(AppController, 'redirect', [Get('redirect'), Redirect('/hello', 302)]);
declare(AppController, 'large', [Get('large')]);
declare(AppController, 'upload', [Post('upload'), HttpCode(200)], Req());
declare(AppController, 'gzip', [Get('gzip'), Header('Content-Encoding', 'gzip')]);
declare(AppController, 'account', [Get('account')], Req());
declare(AppController, 'mark', [Get('mark')], Query('id'), Res({ passthrough: true }));

function declare(type, name, decorators, ...parameters) {
  const descriptor = Object.getOwnPropertyDescriptor(type.prototype, name);
  for (const decorator of decorators) decorator(type.prototype, name, descriptor);
  for (const [index, decorator] of parameters.entries()) decorator(type.prototype, name, index);
}

/** Serves the application of NestJS on an adapter. */
export async function serveNest(adapter) {
  const app = await NestFactory.create(AppModule, adapter, { logger: false });
  app.useGlobalGuards(new AuthGuard());
  app.useGlobalInterceptors(new MeasureInterceptor());
  await app.listen(0, '127.0.0.1');
  console.log(`listening on ${app.getHttpServer().address().port}`);
}
