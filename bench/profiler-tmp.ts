import { MemoryProfileStorage } from '../src/profiler/index.ts';
import { FakeIncoming } from './lib/fake-incoming.ts';
import { ORDER_PATH, ORDER_TEXT, ordinaryHost } from './lib/ordinary.ts';
process.env['ORIEL_MODE']='development';
const host = ordinaryHost('small', {profiler:{storage:new MemoryProfileStorage()}});
const r = await host.fetch(new Request('http://127.0.0.1:8000/api/things1/1'));
const a = host.assembly('development');
for (let b=0;b<100;b++){ let h=0,s=0,w=0;
for (let i=0;i<128;i++){
let t=performance.now();
const c = await a.handle(new FakeIncoming('POST', ORDER_PATH, ORDER_TEXT));
h+=performance.now()-t;t=performance.now();
a.sent?.(c, { bytes: 700, milliseconds: 1, aborted: false });
s+=performance.now()-t;}
let t=performance.now();
await new Promise(setImmediate);await new Promise(setImmediate);
w=performance.now()-t;
console.log(h/128,s/128,w/128);
}
process.exit(0);
