/** The script of the list: adds live rows and opens the menus of rows. */
export const LIST_PART = String.raw`// Live rows
const live=$('[data-live]'),table=$('table.list'),found=$('.found'),counts=found?.dataset,estimate=$('.estimate');
let source,paused=false,last;
// Rows may be sent again, and those that are not in the table were counted, too
const sent=new Set;
const groups=JSON.parse(data.boots||'{}'),news=$('[role=status].sr');
let unread=0;
const announce=line=>{if(!unread++)setTimeout(()=>{news.textContent=unread===1?'New request: '+line:unread+' new requests';unread=0},2000)};
const label=text=>{live.lastElementChild.textContent=text};
const count=()=>{
  const{count:n,shown:k,requests:all}=counts,old=found.textContent.startsWith('≥')?'≥ ':'';
  found.textContent=old+n+' results found'+(n===k&&!old?'':' ('+k+' shown)');
  estimate.hidden=all-n<.5;
  estimate.textContent='for about '+old+(+(+all).toPrecision(2)).toLocaleString('en-US')+' requests';
};
const show=row=>{
  if(sent.has(row.token)||$('[value="'+row.token+'"]',table))return;
  sent.add(row.token);
  counts.count++;
  counts.requests=+counts.requests+row.weight;
  if(row.background)return count();
  const template=document.createElement('template');
  const add=html=>{template.innerHTML=html;const line=template.content.firstElementChild;line.classList.add('fresh');table.tBodies[0].prepend(line)};
  const empty=$('.empty');
  if(empty){empty.remove();table.hidden=$('.legend').hidden=false}
  // Alternating processes are not a restart
  const boots=groups[row.group]??=[],at=boots.indexOf(row.boot);
  if(at>0){boots.splice(at,1);$$('.boot.fresh',table).forEach(rule=>rule.dataset.group===row.group&&rule.remove())}
  if(at<0&&boots.length){add(row.rule);table.tBodies[0].rows[0].dataset.group=row.group}
  if(at)boots.unshift(row.boot);
  add(row.html);
  announce(row.line);
  counts.shown++;
  const lines=$$('tr:not(.boot)',table.tBodies[0]);
  if(lines.length>300){lines.at(-1).remove();counts.shown--}
  count();
};
const connect=()=>{
  if(source||paused||document.hidden)return;
  const address=new URL(last?data.tail.replace(/([?&]after=)[^&]*/,'$1'+last):data.tail,location.href);
  address.searchParams.set('html','1');
  if(!address.searchParams.has('after'))address.searchParams.set('after',last||'');
  source=new EventSource(address);
  source.onopen=()=>{live.classList.remove('off');label('Live')};
  source.onerror=()=>{live.classList.add('off');label(source.readyState===2?'Closed':'Reconnecting')};
  source.addEventListener('row',event=>{last=event.lastEventId;show(JSON.parse(event.data))});
};
const disconnect=()=>{source?.close();source=undefined};
const stop=()=>{
  paused=!paused;live.setAttribute('aria-pressed',!paused);
  if(paused){disconnect();label('Paused')}else{label('Live');connect()}
};
if(live&&table&&data.tail){
  live.onclick=pause=stop;
  // A browser opens six connections per host, so hidden tabs close theirs.
  document.addEventListener('visibilitychange',()=>document.hidden?disconnect():connect());
  addEventListener('pagehide',disconnect);
  connect();
}

// The menu of a row
const form=$('form#list'),menu=$('#menu');
if(form&&menu.showPopover)form.addEventListener('click',async event=>{
  const button=event.target.closest('[name=of]');
  if(!button)return;
  event.preventDefault();
  const search=location.search||'?'+new URL(form.action).search.slice(1)+'&'+new URLSearchParams(new FormData(form));
  const answer=await fetch(data.path+'/filter.json'+search+'&html=1&of='+button.value);
  // The profile was removed, or the pass has expired: the page explains it
  if(!answer.ok)return form.requestSubmit(button);
  menu.innerHTML=(await answer.json()).html;
  button.focus();
  menu.showPopover();
  const{top,bottom,right}=button.getBoundingClientRect(),high=menu.offsetHeight;
  menu.style.left=Math.max(8,right-menu.offsetWidth)+'px';
  menu.style.top=Math.max(8,bottom+high+8>innerHeight?Math.min(top-high,innerHeight-high-8):bottom)+'px';
  $('a',menu).focus();
});
if(menu)menu.onclick=async event=>{
  const link=event.target.closest('[data-copy-link]');
  if(!link)return;
  event.preventDefault();
  copy(await(await fetch(link.href)).text(),link);
};`;
