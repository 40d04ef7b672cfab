import { CfnParameter } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/** What is asked when the stack is launched; few, so that updates stay easy. */
export class Parameters extends Construct {
  readonly namePrefix: string;
  readonly adminEmail: string;
  readonly mailFrom: string;
  readonly notice: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.namePrefix = this.ask('NamePrefix', {
      description: 'Name of this installation, unique in the account: letters, digits, hyphens.',
      default: 'cloudwarden',
      allowedPattern: '^[a-z][a-z0-9-]{1,19}$',
      constraintDescription: '2 to 20 lower case letters, digits and hyphens, first a letter.',
    });
    this.adminEmail = this.ask('AdminEmail', {
      description: 'Gets the invitation as first (ROOT) user, and the mail of alarms.',
      allowedPattern: '^[!-~]+@[!-~]+\\.[A-Za-z]{2,}$',
      constraintDescription: 'An e-mail address.',
    });
    this.mailFrom = this.ask('MailFrom', {
      description: 'Sender of notifications: an address or domain that SES has verified here.',
      allowedPattern: '^[!-~]+@[!-~]+\\.[A-Za-z]{2,}$',
      constraintDescription: 'An e-mail address.',
    });
    this.notice = this.ask('Notice', {
      description: 'A warning above every page of the console; empty for none.',
      default: '',
      maxLength: 500,
    });
  }

  private ask(name: string, props: ConstructorParameters<typeof CfnParameter>[2]): string {
    const parameter = new CfnParameter(this, name, { type: 'String', ...props });
    parameter.overrideLogicalId(name);
    return parameter.valueAsString;
  }
}
