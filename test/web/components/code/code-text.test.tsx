import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import FormField from '@cloudscape-design/components/form-field';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { useState } from 'react';
import { ace } from '#web/components/code/ace.ts';
import { CodeText } from '#web/components/code/code-text.tsx';
import '../../configure.ts';

const Code = ({ readOnly = false }: { readOnly?: boolean }) => {
  const [text, setText] = useState('result = 1');
  return (
    <FormField label="Code">
      <CodeText
        language="python"
        label="Code"
        height={320}
        {...{ text, readOnly }}
        onChange={setText}
      />
    </FormField>
  );
};

const renderCode = () => createWrapper(render(<Code />).container);
const editorOf = (wrapper: ReturnType<typeof renderCode>) => {
  const element = wrapper.findCodeEditor()?.findEditor()?.getElement();
  if (!element) throw new Error('There is no editor.');
  return ace.edit(element);
};

describe('a code field', () => {
  it('is a plain text field until the editor has loaded and the field has lost focus', async () => {
    const wrapper = renderCode();
    const textField = screen.getByLabelText('Code');
    expect(textField).toHaveValue('result = 1');
    textField.focus();
    await import('#web/components/code/code-editor.tsx');
    fireEvent.change(textField, { target: { value: 'result = 2' } });
    expect(textField).toHaveValue('result = 2');
    expect(textField).toHaveFocus();
    expect(wrapper.findCodeEditor()).toBeNull();
    textField.blur();
    await waitFor(() => expect(wrapper.findCodeEditor()).not.toBeNull());
    expect(editorOf(wrapper).getValue()).toBe('result = 2');
  });

  it('indents Python by four spaces and has the name of its field', async () => {
    const wrapper = renderCode();
    await waitFor(() => expect(wrapper.findCodeEditor()).not.toBeNull());
    const editor = editorOf(wrapper);
    await waitFor(() => expect(editor.session.getMode()).toHaveProperty('$id', 'ace/mode/python'));
    editor.setValue('def main(inputs):', 1);
    editor.insert('\n');
    editor.insert('return 1');
    expect(editor.getValue()).toBe('def main(inputs):\n    return 1');
    editor.execCommand('indent');
    expect(editor.getValue()).not.toContain('\t');
    expect(screen.getByRole('textbox', { name: /Code/ })).toHaveClass('ace_text-input');
    expect(wrapper.findCodeEditor()?.findStatusBar()?.getElement()).toHaveTextContent('Python');
  });

  it('is a read-only text field without permission to edit', () => {
    render(<Code readOnly />);
    expect(screen.getByLabelText('Code')).toHaveAttribute('readonly');
  });
});
