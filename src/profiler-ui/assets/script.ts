/**
 * The one script, the same on every page: keys, copying, live rows, and how long ago. Everything it does can be done
 * without it. It is text because it runs in browsers, where none of this house's types hold.
 */
const SOURCE = String.raw`'use strict';(()=>{
const $=(s,r=document)=>r.querySelector(s),$$=(s,r=document)=>[...r.querySelectorAll(s)],body=document.body,data=body.dataset;
body.classList.add('script');
const go=href=>{if(href)location.assign(href)};

// How long ago
const ago=t=>{const s=Math.max(0,Math.round((Date.now()-t)/1000));return s<60?s+'s':s<3600?Math.floor(s/60)+'m':s<172800?Math.floor(s/3600)+'h':Math.floor(s/86400)+'d'};
setInterval(()=>document.hidden||$$('small[data-t]').forEach(e=>{const t=ago(parseInt(e.dataset.t,36)*1e3);if(e.textContent!==t)e.textContent=t}),1000);

// Copying
const copy=async(text,button)=>{
  const before=button.textContent;
  try{await navigator.clipboard.writeText(text)}
  catch{const area=document.createElement('textarea');area.value=text;body.append(area);area.select();document.execCommand('copy');area.remove()}
  button.textContent='Copied';setTimeout(()=>{button.textContent=before},1200);
};
for(const pre of $$('pre[data-copy]')){
  const button=document.createElement('button');
  button.type='button';button.className='copy';button.textContent='Copy';
  button.onclick=()=>copy($('code',pre).textContent,button);
  pre.append(button);
}
for(const link of $$('[data-copy-from]'))link.onclick=async event=>{
  if(event.ctrlKey||event.metaKey||event.shiftKey)return;
  event.preventDefault();
  const answer=await fetch(link.href);
  if(answer.ok)copy(await answer.text(),link);else go(link.href);
};

// JSON that folds
const folded=(value,lead,end,depth)=>{
  if(typeof value!=='object'||value===null||Object.keys(value).length===0){const line=document.createElement('div');line.append(lead,JSON.stringify(value),end);return line}
  const list=Array.isArray(value),entries=Object.entries(value),[open,close]=list?'[]':'{}';
  const details=document.createElement('details'),summary=document.createElement('summary'),inner=document.createElement('div');
  details.className='fold';details.open=depth<3;
  summary.append(lead,open);summary.dataset.rest=' … '+entries.length+' '+close+end;
  entries.slice(0,1000).forEach(([key,each],at)=>inner.append(folded(each,list?'':JSON.stringify(key)+': ',at<entries.length-1?',':'',depth+1)));
  if(entries.length>1000)inner.append('… '+(entries.length-1000)+' more');
  details.append(summary,inner,close+end);return details;
};
const fold=code=>{
  if(code.className!=='json'||code.textContent.length>200000)return;
  let value;
  try{value=JSON.parse(code.textContent)}catch{return}
  if(typeof value!=='object'||value===null)return;
  const pre=code.parentElement,view=document.createElement('code'),button=document.createElement('button');
  view.append(folded(value,'','',0));code.hidden=true;code.after(view);
  button.type='button';button.className='copy text';button.textContent='As text';
  button.onclick=()=>{code.hidden=!code.hidden;view.hidden=!code.hidden;button.textContent=code.hidden?'As text':'Folded'};
  pre.append(button);
};
$$('pre:not([data-whole])>code').forEach(fold);

// Of a long text the page has the beginning
for(const pre of $$('pre[data-whole]'))fetch(pre.dataset.whole).then(answer=>answer.ok?answer.text():Promise.reject()).then(text=>{
  const code=$('code',pre);
  code.textContent=code.className==='json'?JSON.stringify(JSON.parse(text),null,2):text;
  pre.nextElementSibling.remove();fold(code);
}).catch(()=>{});

$('.code .here')?.scrollIntoView({block:'center'});

// A click on a bar of the timeline shows its time alone, the next shows all again
for(const chart of $$('.waterfall')){
  const total=+chart.dataset.total,bars=$$('rect',chart).map(bar=>[bar,parseFloat(bar.getAttribute('x')),parseFloat(bar.getAttribute('width'))]),ticks=$$('.scale s',chart),plain=ticks.map(tick=>tick.textContent);
  chart.onclick=event=>{
    const svg=event.target.closest('svg');
    if(!svg)return;
    const zoomed=chart.classList.toggle('zoomed'),[,from,width]=zoomed?bars.find(([bar])=>bar===svg.firstElementChild):[0,0,100];
    for(const[bar,x,w]of bars){bar.setAttribute('x',(x-from)*100/width+'%');bar.setAttribute('width',w*100/width+'%')}
    ticks.forEach((tick,at)=>{tick.textContent=zoomed?((from+width*at/2)*total/100).toFixed(2)+(at===2?' ms':''):plain[at]});
  };
}

// Menus close when one clicks elsewhere
addEventListener('click',event=>$$('details.menu[open]').forEach(menu=>menu.contains(event.target)||(menu.open=false)));
addEventListener('submit',event=>{for(const field of $$('input,select',event.target))if(event.target.method==='get'&&field.value===''&&field.name!=='q')field.disabled=true});
addEventListener('pageshow',()=>$$('.filters :disabled').forEach(field=>{field.disabled=false}));

// Live rows
const live=$('[data-live]'),table=$('table.list'),found=$('.found');
let source,paused=false,last;
const boots=(data.boots||'').split(' ').filter(Boolean);
const label=text=>{live.lastElementChild.textContent=text};
const count=()=>{
  const{count:n,shown:k}=found.dataset,old=found.textContent.startsWith('≥')?'≥ ':'';
  found.textContent=old+n+' results found'+(n===k&&!old?'':' ('+k+' shown)');
};
const show=row=>{
  found.dataset.count=+found.dataset.count+1;
  if(row.noise||$('a[href^="/_profiler/'+row.token+'"]',table)){count();return}
  const template=document.createElement('template');
  const add=html=>{template.innerHTML=html;const line=template.content.firstElementChild;line.classList.add('fresh');table.tBodies[0].prepend(line)};
  const empty=$('.empty');
  if(empty){empty.remove();table.hidden=false}
  // Processes that take turns have not started again
  const at=boots.indexOf(row.boot);
  if(at>0){boots.splice(at,1);$$('.boot.fresh',table).forEach(rule=>rule.remove())}
  if(at<0&&boots.length)add(row.rule);
  if(at)boots.unshift(row.boot);
  add(row.html);
  found.dataset.shown=+found.dataset.shown+1;
  const lines=$$('tr:not(.boot)',table.tBodies[0]);
  if(lines.length>300){lines.at(-1).remove();found.dataset.shown-=1}
  count();
};
const listen=()=>{
  if(source||paused||document.hidden)return;
  const address=new URL(last?data.tail.replace(/([?&]after=)[^&]*/,'$1'+last):data.tail,location.href);
  address.searchParams.set('html','1');
  if(!address.searchParams.has('after'))address.searchParams.set('after',last||'');
  source=new EventSource(address);
  source.onopen=()=>{live.classList.remove('off');label('Live')};
  source.onerror=()=>{live.classList.add('off');label(source.readyState===2?'Ended':'Waiting')};
  source.addEventListener('row',event=>{last=event.lastEventId;show(JSON.parse(event.data))});
};
const hush=()=>{source?.close();source=undefined};
const pause=()=>{
  paused=!paused;live.setAttribute('aria-pressed',!paused);
  if(paused){hush();label('Paused')}else{label('Live');listen()}
};
if(live&&table&&data.tail){
  live.onclick=pause;
  // A browser has six connections for a host; a tab nobody looks at needs none of them.
  document.addEventListener('visibilitychange',()=>document.hidden?hush():listen());
  addEventListener('pagehide',hush);
  listen();
}

// A cell of the row under the pointer filters by its value
const quoted=text=>/^[\w./-]+$/.test(text)?text:'"'+text.replace(/["\\]/g,'\\$&')+'"';
const terms=[text=>'status:'+text,text=>'ip:='+quoted(text),text=>'method:'+text,text=>'path:='+quoted(text.replace(/^[a-z]+:\/\/[^/?#]*/i,'').replace(/[?#].*$/s,'')||'/')];
const narrow=event=>{
  const row=event.target.closest('tbody tr:not(.boot)');
  if(!row||$('.f',row))return;
  terms.forEach((term,at)=>{
    const cell=row.cells[at],text=cell.textContent.trim();
    if(text===''||text.includes('…'))return;
    const link=document.createElement('a');
    link.className='f';link.tabIndex=-1;link.title='Only '+term(text);
    link.href=data.narrow.replace('___TERM___',()=>encodeURIComponent(term(text)).replace(/%(?:3A|2F|2C)/g,decodeURIComponent));
    cell.append(link);
  });
};
if(table&&data.narrow)table.addEventListener('mouseover',narrow);

// Keys
const dialog=$('#keys'),rows=()=>$$('.list td:last-child a'),items=()=>rows().length?rows():$$('.side a');
const move=step=>{
  const all=items(),at=all.indexOf(document.activeElement),current=all.findIndex(each=>each.getAttribute('aria-current'));
  const next=all[Math.min(all.length-1,Math.max(0,at<0?(current<0?(step>0?0:all.length-1):current+step):at+step))];
  next?.focus();next?.scrollIntoView({block:'nearest'});
};
const help=()=>dialog.open?dialog.close():dialog.showModal();
$('[data-keys]').onclick=help;
const panel=name=>{const link=$('.side [data-panel="'+name+'"]');if(link)go(link.href);else{const row=document.activeElement.closest('.list tr')||$('table.list tbody tr:not(.boot)'),first=row&&$('td:last-child a',row);if(first){const address=new URL(first.href);address.searchParams.set('panel',name);go(address)}}};
const panels={e:'exception',r:'request',t:'timeline',l:'logs',p:'pipeline',d:'database',o:'routing',s:'response'};
let lead=0;
addEventListener('keydown',event=>{
  const{key,target}=event;
  if(event.ctrlKey||event.metaKey||event.altKey)return;
  if(key==='Escape'&&target.matches('input'))return target.blur();
  if(target.matches('input,select,textarea'))return;
  if(dialog.open&&key!=='?')return;
  const led=Date.now()-lead<1500;
  lead=0;
  const act=led&&panels[key]?()=>panel(panels[key]):led&&key==='h'?()=>go($('.brand').href):{
    '/':()=>{const input=$('.search input');input.focus();input.select()},
    j:()=>move(1),k:()=>move(-1),ArrowDown:rows().includes(target)&&(()=>move(1)),ArrowUp:rows().includes(target)&&(()=>move(-1)),
    '.':()=>go($('.top nav a').href),g:()=>{lead=Date.now()},'?':help,
    ' ':live&&data.tail&&!target.matches('button,summary')&&pause,
    c:$('[data-copy-from]')&&(()=>$('[data-copy-from]').click()),
    '[':()=>go(data.older),']':()=>go(data.newer),
  }[key];
  if(!act)return;
  event.preventDefault();act();
});
})();`;

/** As it is sent: indentation and comments are for whoever edits it. */
export const SCRIPT = SOURCE.replace(/^ +|^\/\/.*\n|^ *\/\/.*\n/gm, '').replace(/\n{2,}/g, '\n');
