/** The script of the profile page: collapsible JSON, complete bodies and timeline zoom. */
export const PROFILE_PART = String.raw`for(const link of $$('[data-copy-from]'))link.onclick=async event=>{
  if(event.ctrlKey||event.metaKey||event.shiftKey)return;
  event.preventDefault();
  const answer=await fetch(link.href);
  const menu=link.closest('details');
  if(!answer.ok)return go(link.href);
  // The menu closes, so its button shows that the text is copied
  if(menu)menu.open=false;
  copy(await answer.text(),menu?$('summary',menu):link);
};
for(const button of $$('[data-copy-text]'))button.onclick=()=>copy(button.dataset.copyText,button);

$('.code .here')?.scrollIntoView({block:'center'});

// Collapsible JSON
const folded=(value,lead,end,depth)=>{
  if(typeof value!=='object'||value===null||Object.keys(value).length===0){const line=document.createElement('div');line.append(lead,JSON.stringify(value),end);return line}
  const list=Array.isArray(value),entries=Object.entries(value),[open,close]=list?'[]':'{}';
  const details=document.createElement('details'),summary=document.createElement('summary'),inner=document.createElement('div');
  details.className='fold';details.open=depth<3;
  summary.append(lead,open);summary.dataset.rest=' … '+entries.length+' '+close+end;
  entries.slice(0,1000).forEach(([key,member],index)=>inner.append(folded(member,list?'':JSON.stringify(key)+': ',index<entries.length-1?',':'',depth+1)));
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
  const label=$('.copy',pre)?.getAttribute('aria-label');if(label)button.setAttribute('aria-description',label.slice(5));
  button.onclick=()=>{code.hidden=!code.hidden;view.hidden=!code.hidden;button.textContent=code.hidden?'As text':'Collapsed'};
  pre.append(button);
};
$$('pre:not([data-whole])>code').forEach(fold);

// Complete text of truncated bodies
for(const pre of $$('pre[data-whole]'))fetch(pre.dataset.whole).then(answer=>answer.ok?answer.text():Promise.reject()).then(text=>{
  const code=$('code',pre);
  code.textContent=code.className==='json'?JSON.stringify(JSON.parse(text),null,2):text;
  pre.nextElementSibling.remove();fold(code);
}).catch(()=>{});

// Images too large for the page
for(const place of $$('[data-picture]'))fetch(place.dataset.picture).then(answer=>answer.ok?answer.blob():Promise.reject()).then(blob=>{
  const reader=new FileReader,picture=new Image;
  reader.onload=()=>{picture.alt=place.dataset.alt;picture.src=reader.result;place.replaceChildren(picture)};
  reader.readAsDataURL(blob);
}).catch(()=>{});

// A click on a bar of the timeline zooms to its time range, the next click zooms out
for(const chart of $$('.waterfall')){
  const total=+chart.dataset.total,bars=$$('rect',chart).map(bar=>[bar,parseFloat(bar.getAttribute('x')),parseFloat(bar.getAttribute('width'))]),ticks=$$('.scale s',chart),plain=ticks.map(tick=>tick.textContent);
  chart.onclick=event=>{
    const svg=event.target.closest('svg');
    if(!svg)return;
    event.preventDefault();
    const zoomed=chart.classList.toggle('zoomed'),[,from,width]=zoomed?bars.find(([bar])=>bar===svg.firstElementChild):[0,0,100];
    for(const[bar,x,w]of bars){bar.setAttribute('x',(x-from)*100/width+'%');bar.setAttribute('width',w*100/width+'%')}
    ticks.forEach((tick,at)=>{const last=ticks.length-1;tick.textContent=zoomed?((from+width*at/last)*total/100).toFixed(2)+(at===last?' ms':''):plain[at]});
  };
}`;
