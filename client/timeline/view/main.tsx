/** Entry of the webview's bundle. */
import { render } from 'preact';
import { listen, post } from '../state/host.ts';
import { advanceClock, receive, searchPayloads } from '../state/receive.ts';
import { persist, restore } from '../state/saved.ts';
import * as store from '../state/store.ts';
import '../style/base.css';
import '../style/top.css';
import '../style/minimap.css';
import '../style/grid.css';
import '../style/rows.css';
import '../style/bars.css';
import '../style/footer-empty.css';
import '../style/details.css';
import '../style/shares.css';
import '../style/narrow.css';
import { App } from './app.tsx';

const root = document.getElementById('root');
store.locale.value = root?.dataset.locale ?? 'en';
store.canOpenFiles.value = root?.dataset.saved === undefined;
store.isStarting.value = root?.dataset.journal === '';
restore(root?.dataset.journal ?? '');
listen(receive);
persist();
searchPayloads();
setInterval(advanceClock, 100);
if (root !== null) render(<App />, root);
post({ type: 'ready' });
