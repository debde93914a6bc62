/**
 * The part of the toolbar's script that observes the requests of the page and reads their summaries. The page's own calls keep
 * their results, their errors, and whether a rejection is handled.
 */
export const REQUESTS_PART = String.raw`
// Requests of the page
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
`;
