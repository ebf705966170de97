import { render } from 'preact';
import './styles/base.css';
import './styles/layout.css';
import './styles/list.css';
import './styles/article.css';
import './styles/forms.css';
import { App } from './App';
import { startRouter } from './router';
import { loadSession } from './session';

const root = document.getElementById('app');
if (!root) throw new Error('The shell has no #app element.');

startRouter();
void loadSession();
render(<App />, root);
