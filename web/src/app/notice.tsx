import Alert from '@cloudscape-design/components/alert';
import { createStore, useStore } from './store.ts';

const notice = createStore<string | undefined>(undefined);

export const setNotice = (text: string | undefined): void => notice.set(text);

/** The operator's sentence, where there is one. */
export const Notice = () => {
  const text = useStore(notice);
  return text ? <Alert type="info">{text}</Alert> : null;
};
