/** Entry of the bundle of a comparison. */
import { render } from 'preact';
import '../style/base.css';
import '../style/top.css';
import './compare.css';
import { App } from './app.tsx';
import { connect, locale } from './state.ts';

const root = document.getElementById('root');
locale.value = root?.dataset.locale ?? 'en';
connect();
if (root !== null) render(<App />, root);
