import { crc32, deflateSync } from 'node:zlib';

/** Creates a PNG of `side` × `side` pixels with pseudorandom colours, which compress badly: about three bytes per pixel. */
export function createNoiseImage(side: number): Buffer {
  let seed = 1;
  const noise = (): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 24;
  const rows = Array.from({ length: side }, () => Buffer.from([0, ...Array.from({ length: side * 3 }, noise)]));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const result = Buffer.alloc(content.length + 8);
  result.writeUInt32BE(data.length, 0);
  result.set(content, 4);
  result.writeUInt32BE(crc32(content), content.length + 4);
  return result;
}
