import '@testing-library/jest-dom';
import { fireEvent, screen } from '@testing-library/react';
import { Workbench } from '#web/components/graph/workbench.tsx';
import { renderPage } from '../../render.tsx';

const open = () =>
  renderPage(
    <Workbench
      header="Bot"
      canvas="Graph"
      paneLabel="Settings"
      pane="Fields"
      selectedId={undefined}
    />,
  );
const grip = () => screen.findByRole('separator', { name: 'Width of settings' });
const width = async () => (await grip()).getAttribute('aria-valuenow');

describe('the pane beside the canvas', () => {
  it('changes its width by keys within its limits', async () => {
    open();
    expect(await width()).toBe('420');
    fireEvent.keyDown(await grip(), { key: 'ArrowLeft' });
    expect(await width()).toBe('440');
    fireEvent.keyDown(await grip(), { key: 'ArrowRight' });
    fireEvent.keyDown(await grip(), { key: 'ArrowRight' });
    expect(await width()).toBe('400');
    fireEvent.keyDown(await grip(), { key: 'Home' });
    fireEvent.keyDown(await grip(), { key: 'ArrowRight' });
    expect(await width()).toBe('280');
    fireEvent.keyDown(await grip(), { key: 'End' });
    expect(await grip()).toHaveAttribute('aria-valuemax', await width());
  });

  it('leaves room for the canvas in a narrow window', async () => {
    const widthSpy = jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(880);
    // Reports the size at once, as browsers do.
    const { ResizeObserver } = globalThis;
    class Measuring extends ResizeObserver {
      constructor(callback: () => void) {
        super(callback);
        callback();
      }
    }
    Object.assign(globalThis, { ResizeObserver: Measuring });
    open();
    fireEvent.keyDown(await grip(), { key: 'End' });
    expect(await width()).toBe('320');
    widthSpy.mockRestore();
    Object.assign(globalThis, { ResizeObserver });
    fireEvent.doubleClick(await grip());
  });

  it('keeps its width, and gets the default width after a double click', async () => {
    const page = open();
    fireEvent.keyDown(await grip(), { key: 'Home' });
    page.unmount();
    open();
    expect(await width()).toBe('280');
    expect(screen.getByRole('complementary', { name: 'Settings' })).toHaveAttribute(
      'id',
      (await grip()).getAttribute('aria-controls'),
    );
    fireEvent.doubleClick(await grip());
    expect(await width()).toBe('420');
  });
});
