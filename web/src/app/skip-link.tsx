import './skip-link.css';
import {
  colorBackgroundLayoutMain,
  colorTextLinkDefault,
} from '@cloudscape-design/design-tokens';

const id = 'content';

/** Leads the keyboard past the bars and the navigation. */
export const SkipLink = () => (
  <a
    className="skip-link"
    href={`#${id}`}
    style={{ background: colorBackgroundLayoutMain, color: colorTextLinkDefault }}
    onClick={(event) => {
      event.preventDefault();
      document.getElementById(id)?.focus();
    }}
  >
    Skip to main content
  </a>
);

/** Where it leads: what follows is the page's own. */
export const SkipTarget = () => <span id={id} className="skip-target" tabIndex={-1} />;
