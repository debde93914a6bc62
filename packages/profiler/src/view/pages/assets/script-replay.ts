/** The script of forms that send a request again: they keep masked headers until the tab is closed. */
export const REPLAY_PART = String.raw`// Masked headers are asked for once per tab
for(const form of $$('[data-replay]')){
  const kept=$$('[data-keep]',form);
  try{
    for(const input of kept)input.value=sessionStorage.getItem(input.dataset.keep)??'';
    form.onsubmit=()=>{for(const input of kept)if(input.value)sessionStorage.setItem(input.dataset.keep,input.value)};
  }catch{}
}`;
