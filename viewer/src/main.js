// The page: reads its data and starts.
import { App } from './app.js';
import { element } from './dom.js';
import { readPage } from './page_data.js';

const root = document.getElementById('app');
const page = readPage(document);
if (page) window.leeway = new App(root, page);
else root.append(element('p.empty', {}, 'This page holds no scene: leeway view writes pages that do.'));
