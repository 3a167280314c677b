/** Entry of the bundle of the table of runs and sessions. */
import { render } from 'preact';
import '../style/base.css';
import '../style/top.css';
import '../style/footer-empty.css';
import '../style/narrow.css';
import './run-grid.css';
import './runs-table.css';
import { App } from './app.tsx';
import { connect, locale } from './state.ts';

const root = document.getElementById('root');
locale.value = root?.dataset.locale ?? 'en';
connect();
if (root !== null) render(<App />, root);
