/** The script of the list: updates ages, adds live rows and filter menus. */
export const LIST_PART = String.raw`// Ages of the rows
const ago=t=>{const s=Math.max(0,Math.round((Date.now()-t)/1000));return s<60?s+'s':s<3600?(s/60|0)+'m':s<172800?(s/3600|0)+'h':(s/86400|0)+'d'};
setInterval(()=>document.hidden||$$('[data-t]').forEach(e=>{const t=ago(parseInt(e.dataset.t,36)*1e3),i=$('i',e);if(i.textContent!==t)i.textContent=t}),1000);

// Live rows
const live=$('[data-live]'),table=$('table.list'),found=$('.found'),counts=found?.dataset,estimate=$('.estimate');
let source,paused=false,last;
// Rows may be sent again, and those that are not in the table were counted, too
const sent=new Set;
const boots=(data.boots||'').split(' ').filter(Boolean);
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
  const at=boots.indexOf(row.boot);
  if(at>0){boots.splice(at,1);$$('.boot.fresh',table).forEach(rule=>rule.remove())}
  if(at<0&&boots.length)add(row.rule);
  if(at)boots.unshift(row.boot);
  add(row.html);
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

// Filter menus of the row under the pointer
const form=$('form#list');
const filters=async row=>{
  if(row.matches('.loaded'))return;
  row.classList.add('loaded');
  const search=location.search||'?'+new URL(form.action).search.slice(1)+'&'+new URLSearchParams(new FormData(form));
  const answer=await fetch(data.path+'/filter.json'+search+'&html=1&of='+$('button',row).value);
  if(answer.ok)for(const{cell,html}of(await answer.json()).values)row.cells[cell].insertAdjacentHTML('afterbegin',html);
};
let over;
if(form)form.onmouseover=({target})=>{
  const row=target.closest('tbody tr:not(.boot)'),menu=target.closest('.f')?.lastChild;
  clearTimeout(over);
  if(menu){
    const{left,top,bottom}=menu.previousSibling.getBoundingClientRect(),high=menu.offsetHeight;
    menu.style.left=Math.max(4,Math.min(left,innerWidth-menu.offsetWidth-8))+'px';
    menu.style.top=(bottom+high>innerHeight?top-high:bottom)+'px';
  }else if(row)over=setTimeout(filters,60,row);
};`;
