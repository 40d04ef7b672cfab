// What the component library alone costs a browser: a shell, and a list of ten rows.
import '@cloudscape-design/global-styles/index.css';
import AppLayout from '@cloudscape-design/components/app-layout';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SideNavigation from '@cloudscape-design/components/side-navigation';
import Table from '@cloudscape-design/components/table';
import TextFilter from '@cloudscape-design/components/text-filter';
import TopNavigation from '@cloudscape-design/components/top-navigation';
import { createRoot } from 'react-dom/client';

const numbers = Array.from({ length: 10 }, (_, n) => n);
const columns = ['Name', 'Status', 'Trigger', 'Version', 'Changed'];
type Row = Record<string, string>;
const items: Row[] = numbers.map((n) => Object.fromEntries(columns.map((name) => [name, `${name} ${n}`])));

const List = () => (
  <Table
    header={<Header actions={<Button variant="primary">Create</Button>}>Bots</Header>}
    filter={<TextFilter filteringText="" />}
    pagination={<Pagination currentPageIndex={1} pagesCount={3} />}
    selectionType="multi"
    items={items}
    columnDefinitions={columns.map((id) => ({ id, header: id, cell: (item: Row) => item[id] }))}
  />
);

const Navigation = () => (
  <SideNavigation
    header={{ text: 'Bare', href: '#' }}
    items={numbers.map((n) => ({ type: 'link', text: `Area ${n}`, href: `#${n}` }))}
  />
);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <>
      <div id="bar">
        <TopNavigation identity={{ href: '#', title: 'Bare' }} />
      </div>
      <AppLayout headerSelector="#bar" navigation={<Navigation />} content={<List />} />
    </>,
  );
}
