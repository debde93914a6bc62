// Reads and compiles CommonJS files itself, as tsx, ts-node and @babel/register do.
const { readFileSync } = require('node:fs');
const Module = require('node:module');

Module._extensions['.js'] = (module, file) => module._compile(readFileSync(file, 'utf8'), file);
const compile = Module.prototype._compile;
Module.prototype._compile = function (source, ...rest) {
  return compile.call(this, source, ...rest);
};
const express = require('express');
const app = express();
app.get('/greetings/:name', (request, response) => response.send(`hello ${request.params.name}`));
const server = app.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
