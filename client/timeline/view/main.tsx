/** Entry of the webview's bundle. */
import { render } from 'preact';
import { listen, post } from '../state/host.ts';
import { keep, restore } from '../state/saved.ts';
import * as store from '../state/store.ts';
import { searchInside, take, tickNow } from '../state/take.ts';
import '../style/base.css';
import '../style/top.css';
import '../style/minimap.css';
import '../style/grid.css';
import '../style/rows.css';
import '../style/bars.css';
import '../style/rest.css';
import '../style/details.css';
import '../style/narrow.css';
import { App } from './app.tsx';

const place = document.getElementById('root');
store.locale.value = place?.dataset.locale ?? 'en';
restore(place?.dataset.journal ?? '');
listen(take);
keep();
searchInside();
setInterval(tickNow, 100);
if (place !== null) render(<App />, place);
post({ type: 'ready' });
