/**
 * The script of the toolbar, a function of its data and its style. It defines no global names, and creates elements without
 * markup, so that it works with Trusted Types. It is a string because it runs in browsers, where the types of this project do
 * not apply.
 */
export const TOOLBAR_SCRIPT = withoutIndentation(String.raw`function(data,css){
'use strict';
document.currentScript.remove();
if(self!==top)return;
const element=(tag,properties,...children)=>{
  const{aria={},...rest}=properties,created=Object.assign(document.createElement(tag),rest);
  for(const name in aria)created.setAttribute('aria-'+name,aria[name]);
  created.append(...children);
  return created;
};
const text=(content,className='')=>element('span',{className,textContent:content});
const duration=ms=>ms<9.95?ms.toFixed(1)+' ms':ms<999.5?Math.round(ms)+' ms':(ms/1000).toFixed(1)+' s';
const count=(number,word)=>number+' '+(number===1?word:word.replace(/y$/,'ie')+'s');
const tone=status=>status>=500?'bad':status>=400?'warning':status>=300?'info':'good';
const severity={error:'bad',warning:'warning',info:'info'};
const profile=(link,panel)=>{const url=new URL(link);if(panel)url.searchParams.set('panel',panel);return url.href};
const link=(href,properties,...children)=>element('a',{...properties,href,target:'_blank',rel:'noopener noreferrer'},...children);

// The bar
const page={...data,method:'GET'},entries=[];
let total=0;
const status=link(profile(data.link),{className:tone(data.status),title:'Profile '+data.token,aria:{label:'Status '+data.status+', profile '+data.token}},String(data.status));
const time=link(profile(data.link,'timeline'),{title:'Timeline'});
const queries=link(profile(data.link,'database'),{title:'Database'});
const toggle=panel=>element('button',{type:'button',onclick:()=>show(panel.hidden?panel:undefined),aria:{expanded:'false'}});
const panel=label=>{const created=element('div',{className:'panel',hidden:true,aria:{label}});created.role='group';return created};
const findingsPanel=panel('Findings'),requestsPanel=panel('Requests of this page');
const findings=toggle(findingsPanel),requests=toggle(requestsPanel);
const panels=[[findings,findingsPanel],[requests,requestsPanel]];
const show=shown=>{for(const[button,panel]of panels){panel.hidden=panel!==shown;button.setAttribute('aria-expanded',String(panel===shown))}};
const collapse=element('button',{type:'button',title:'Collapse the toolbar',onclick:()=>fold(true,true),aria:{label:'Collapse the toolbar'}},'\u00d7');
const bar=element('section',{className:'bar',aria:{label:'Profiler toolbar'}},status,time,queries,findings,requests,collapse);
const expand=element('button',{type:'button',className:tone(data.status),title:'Expand the toolbar',onclick:()=>fold(false,true),aria:{label:'Expand the profiler toolbar, status '+data.status}},String(data.status));
const small=element('section',{className:'bar',aria:{label:'Profiler toolbar'}},expand);
const fold=(folded,focus)=>{
  bar.hidden=folded;small.hidden=!folded;show();
  if(!focus)return;
  (folded?expand:collapse).focus();
  try{folded?sessionStorage.setItem('oriel-toolbar','collapsed'):sessionStorage.removeItem('oriel-toolbar')}catch{}
};
let folded=false;
try{folded=sessionStorage.getItem('oriel-toolbar')==='collapsed'}catch{}
fold(folded);

const worst=list=>list.some(finding=>finding.severity==='error')?'bad':list.some(finding=>finding.severity==='warning')?'warning':list.length?'info':'quiet';
const draw=()=>{
  time.replaceChildren(text(duration(page.duration),'number'));
  queries.replaceChildren(text(count(page.queries,'query'),'number'),...page.queries?[text(duration(page.queryTime),'number quiet optional')]:[]);
  findings.className=worst(page.findings);
  findings.textContent=count(page.findings.length,'finding');
  findingsPanel.replaceChildren(page.findings.length?element('ol',{className:'finding'},...page.findings.map(finding=>
    element('li',{},link(profile(data.link,finding.panel),{className:severity[finding.severity]},text(finding.text))))):element('p',{textContent:'No findings.'}));
  requests.textContent=count(total,'request');
  requestsPanel.replaceChildren(entries.length?element('ol',{},...entries.toReversed().map(row)):element('p',{textContent:'Requests of scripts in this page appear here.'}));
};
const row=entry=>{
  const details=entry.stored?[count(entry.queries,'query'),...entry.found?[count(entry.found,'finding')]:[]].join(' \u00b7 '):'';
  return element('li',{},link(profile(entry.link),{title:entry.url},text(String(entry.status),'number '+tone(entry.status)),text(entry.method),text(entry.path,'path'),text(duration(entry.duration),'number'),...details?[text(details,'details')]:[]));
};
// The requests of the page. Its own calls keep their results, their errors, and whether a rejection is handled.
const ours=window.fetch;
const note=({token,address,url,...rest})=>{
  if(!/^[0-9a-f]{6}$/.test(token||''))return;
  const target=new URL(url,location.href),page=new URL(address||'/_profiler/'+token,target);
  if(!/^https?:$/.test(page.protocol))return;
  total++;
  entries.push({...rest,token,link:page.href,url:target.href,path:(target.origin===location.origin?'':target.origin)+target.pathname+target.search});
  if(entries.length>100)entries.shift();
  draw();update();
};
const attempt=act=>{try{act()}catch{}};
if(ours)window.fetch=new Proxy(ours,{apply(target,self,given){
  const began=performance.now(),result=Reflect.apply(target,self,given);
  if(typeof result?.then!=='function')return result;
  return result.then(response=>{
    attempt(()=>note({
      token:response.headers.get('X-Debug-Token'),address:response.headers.get('X-Debug-Token-Link'),
      method:String(given[1]?.method||given[0]?.method||'GET').toUpperCase(),url:response.url||String(given[0]?.url||given[0]),status:response.status,duration:performance.now()-began
    }));
    return response;
  });
}});
const opened=new WeakMap(),{prototype}=XMLHttpRequest;
const onCall=(name,act)=>{prototype[name]=new Proxy(prototype[name],{apply(target,self,given){attempt(()=>act(self,given));return Reflect.apply(target,self,given)}})};
onCall('open',(self,[method,url])=>opened.set(self,{method:String(method).toUpperCase(),url:String(url)}));
onCall('send',self=>{
  // A request that was opened before this script has no method here
  const began=performance.now(),{method='',url=''}=opened.get(self)||{};
  self.addEventListener('loadend',()=>attempt(()=>{
    const headers=self.getAllResponseHeaders(),header=name=>new RegExp('^'+name+': *(.*?) *$','im').exec(headers)?.[1];
    note({token:header('X-Debug-Token'),address:header('X-Debug-Token-Link'),method,url:self.responseURL||url,status:self.status,duration:performance.now()-began});
  }),{once:true});
});

// Summaries are stored a moment after the response. They are read only from the page's own origin
const results=new URL('empty/search/results.json',data.link),mayRead=data.mayFetch&&results.origin===location.origin;
results.search=new URLSearchParams({q:'since:'+(data.time-1),limit:'200'});
let timer,tries=0;
const update=()=>{tries=0;if(mayRead)timer??=setTimeout(read,250)};
const get=async url=>{
  const response=await Reflect.apply(ours,window,[url,{credentials:'omit',cache:'no-store',referrerPolicy:'no-referrer'}]);
  return response.ok?response.json():{};
};
const read=async()=>{
  try{
    const{rows=[]}=await get(results.href);
    for(const entry of[page,...entries]){
      const row=entry.stored?undefined:rows.find(({token})=>token===entry.token);
      if(!row)continue;
      Object.assign(entry,{stored:true,method:row.method,queries:row.dbCount,queryTime:row.dbTime,found:row.findings.length,duration:entry===page?row.duration:entry.duration});
      if(entry===page&&row.findings.length!==page.findings.length)page.findings=(await get(new URL(page.token+'.json?panel=config',data.link).href)).findings||page.findings;
    }
    draw();
  }catch{}
  timer=undefined;
  if([page,...entries].some(entry=>!entry.stored)&&++tries<6)timer=setTimeout(read,250*2**tries);
};
// The element
const host=element('oriel-toolbar',{lang:'en',dir:'ltr'}),root=host.attachShadow({mode:'open'}),sheet=new CSSStyleSheet();
sheet.replaceSync(css);
root.adoptedStyleSheets=[sheet];
root.append(element('div',{className:'toolbar'},bar,small,findingsPanel,requestsPanel));
root.addEventListener('keydown',event=>{
  const open=panels.find(([,panel])=>!panel.hidden);
  if(event.key!=='Escape'||!open)return;
  event.stopPropagation();show();open[0].focus();
});
draw();
const attach=()=>{if(!document.querySelector('html>oriel-toolbar'))document.documentElement.append(host);update()};
// After the scripts of the page, which may compare the document with what they expect
const later=()=>window.requestIdleCallback?requestIdleCallback(attach,{timeout:1000}):setTimeout(attach,1);
if(document.readyState==='loading')document.addEventListener('DOMContentLoaded',later,{once:true});else later();
}`);

function withoutIndentation(source: string): string {
  return source.replace(/^ *\/\/.*\n|^ +/gm, '').replace(/\n{2,}/g, '\n');
}
