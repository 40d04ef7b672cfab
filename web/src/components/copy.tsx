import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';

type Props = {
  text: string;
  /** What the text is: `webhook URL`. */
  what: string;
  /** Shown instead of the text; for secrets. */
  shown?: string;
  variant?: 'inline' | 'button' | 'icon';
  /** Text of the button. */
  label?: string;
  onCopied?: () => void;
};

/** A copy button, by default with the text beside it. */
export const Copy = ({ text, what, shown, variant = 'inline', ...props }: Props) => (
  <CopyToClipboard
    className="copied"
    variant={variant}
    textToCopy={text}
    {...(variant === 'inline' && { textToDisplay: shown ?? text })}
    copyButtonText={props.label ?? 'Copy'}
    copyButtonAriaLabel={`Copy ${what}`}
    copySuccessText="Copied"
    copyErrorText="Copying failed. You can try again."
    onCopySuccess={props.onCopied}
  />
);
