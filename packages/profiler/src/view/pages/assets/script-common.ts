/** The beginning of every script: copy buttons and menus. */
export const COMMON_TOP = String.raw`const $=(s,r=document)=>r.querySelector(s),$$=(s,r=document)=>[...r.querySelectorAll(s)],body=document.body,data=body.dataset;
body.classList.add('script');
let pause;
const go=href=>{if(href)location.assign(href)};

// Copying
const copy=async(text,button)=>{
  const before=button.dataset.before??=button.textContent;
  try{await navigator.clipboard.writeText(text)}
  catch{const area=document.createElement('textarea');area.value=text;body.append(area);area.select();document.execCommand('copy');area.remove()}
  button.textContent='Copied';setTimeout(()=>{button.textContent=before},1200);
};
// Names a code block after its title or the heading above it; those with equal names are numbered
const names=new Map;
const nameOf=pre=>{
  const above=$$('h1,h2,h3,h4,h5').filter(heading=>heading.compareDocumentPosition(pre)&4).at(-1),name=($('figcaption',pre.parentElement)||above)?.textContent.trim().toLowerCase()??'code',count=(names.get(name)??0)+1;
  names.set(name,count);return count>1?name+' '+count:name;
};
for(const pre of $$('pre[data-copy]')){
  const button=document.createElement('button');
  button.type='button';button.className='copy';button.textContent='Copy';
  button.setAttribute('aria-label','Copy '+nameOf(pre));
  button.onclick=()=>copy($('code',pre).textContent,button);
  pre.append(button);
}

// The search box proposes fields and values
const box=$('.search input');
if(box)box.onfocus=async()=>{
  box.onfocus=null;
  const address=new URL(box.form.action);
  address.pathname+='-syntax.json';
  const answer=await fetch(address);
  if(!answer.ok)return;
  const{completions}=await answer.json(),list=document.createElement('datalist');
  let before;
  const propose=()=>{
    // A datalist replaces the whole value, so that each option repeats the terms before
    const start=/^(?:[^]*\s)?-?/.exec(box.value)[0];
    if(start===before)return;
    before=start;
    list.replaceChildren(...completions.map(term=>new Option('',start+term)));
  };
  list.id='terms';
  propose();
  box.after(list);
  box.setAttribute('list','terms');
  box.oninput=propose;
};

// A click outside a menu closes it
addEventListener('click',event=>$$('details.menu[open]').forEach(menu=>menu.contains(event.target)||(menu.open=false)));`;

/** The end of every script: the keyboard shortcuts, which refer to what the other parts define. */
export const KEYS_BOTTOM = String.raw`// Keyboard shortcuts. ROW is the link of the token: links of filters are deeper in their cells
const ROW='.list td>a',dialog=$('#keys'),rows=()=>$$(ROW),items=()=>rows().length?rows():$$('.tabs>ul a');
const move=step=>{
  const all=items(),at=all.indexOf(document.activeElement),current=all.findIndex(item=>item.getAttribute('aria-current'));
  const next=all[Math.min(all.length-1,Math.max(0,at<0?(current<0?(step>0?0:all.length-1):current+step):at+step))];
  next?.focus();next?.scrollIntoView({block:'nearest'});
};
const help=()=>dialog.open?dialog.close():dialog.showModal();
$('[data-keys]').onclick=help;
const panel=name=>{const link=$('.tabs [data-panel="'+name+'"]');if(link)go(link.href);else{const row=document.activeElement.closest('.list tr')||$('table.list tbody tr:not(.boot)'),first=row&&$(ROW,row);if(first){const address=new URL(first.href);address.searchParams.set('panel',name);go(address)}}};
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
    '.':()=>go($('.top nav a:last-of-type').href),g:()=>{lead=Date.now()},'?':help,
    ' ':!target.matches('button,summary')&&pause,
    c:$('[data-copy-from]')&&(()=>$('[data-copy-from]').click()),
    '[':()=>go(data.older),']':()=>go(data.newer),
  }[key];
  if(!act)return;
  event.preventDefault();act();
});`;
