/** Responses that are not what the application wrote: Node.js refuses or discards a part, or a class of the application changes it. */
import { OutgoingMessage, ServerResponse, createServer } from 'node:http';

class SplitResponse extends ServerResponse {
  end(chunk, ...rest) {
    if (!this.isSplit) return super.end(chunk, ...rest);
    this.write(chunk);
    return super.end();
  }

  write(chunk, ...rest) {
    return super.write(this.isUpperCase ? chunk.toUpperCase() : chunk, ...rest);
  }
}

const HANDLERS = {
  '/ended-twice'(_request, response) {
    response.end('first');
    response.end('second');
  },
  '/written-after-the-end'(_request, response) {
    response.end('first');
    response.write('second');
  },
  '/refused'(_request, response) {
    response.statusCode = 99;
    try {
      response.end('refused');
    } catch {
      response.statusCode = 201;
      response.end('abc');
    }
  },
  '/late-status'(_request, response) {
    response.write('a');
    response.statusCode = 500;
    response.end('b');
  },
  '/late-status-without-a-body'(_request, response) {
    response.write('a');
    response.statusCode = 204;
    response.end('b');
  },
  '/never'(_request, response) {
    response.setHeader('X-Never', 'sent');
    console.error('no response yet');
  },
  '/detached'(request, response) {
    response.detachSocket(response.socket);
    request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nraw');
  },
  '/method-of-the-prototype'(_request, response) {
    ServerResponse.prototype.end.call(response, 'seen');
  },
  '/method-of-the-base-class'(_request, response) {
    OutgoingMessage.prototype.end.call(response, 'unseen');
  },
  '/shorter-than-announced'(_request, response) {
    response.writeHead(200, { 'Content-Length': 9, Connection: 'close' });
    response.end();
  },
  '/own-class'(_request, response) {
    response.isSplit = true;
    response.end('once');
  },
  '/changed-by-a-class'(_request, response) {
    response.isUpperCase = true;
    response.write('ab');
    response.end();
  },
};

const server = createServer({ ServerResponse: SplitResponse }, (request, response) => {
  response.on('error', () => undefined);
  HANDLERS[request.url](request, response);
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
