import { plural } from '#/ui/i18n/index.ts'
import type { Catalogue } from './catalogue.ts'

const button = (label: string): string => `<p><a class="button" href="{{link}}">${label}</a></p>`

const account = '<p class="fine">Si no has sido tú, <a href="{{link}}">protege tu cuenta</a> ahora.</p>'

export const spanish: Catalogue = {
  templates: {
    verify: {
      subject: 'Confirma tu dirección de correo',
      html: `<h1>Confirma tu dirección de correo</h1>
<p>Hola, {{name}}:</p>
<p>Confirma, por favor, que {{email}} es tu dirección.</p>
${button('Confirmar dirección')}
<p class="fine">El enlace funciona durante {{expires_in}}. Si no lo has pedido, alguien habrá escrito mal su dirección: puedes ignorar este mensaje.</p>`,
    },
    reset: {
      subject: 'Elige una contraseña nueva',
      html: `<h1>Elige una contraseña nueva</h1>
<p>Hola, {{name}}:</p>
<p>Alguien ha pedido restablecer la contraseña de {{email}} en {{product_name}}. Si has sido tú, sigue aquí:</p>
${button('Elegir contraseña')}
<p class="fine">El enlace funciona una sola vez, durante {{expires_in}}. Si no has sido tú, ignora este mensaje: tu contraseña no cambia.</p>`,
    },
    magic_link: {
      subject: 'Tu enlace para entrar en {{product_name}}',
      html: `<h1>Entra en {{product_name}}</h1>
<p>Hola, {{name}}:</p>
<p>Este es el enlace que has pedido. Ábrelo en el navegador en el que lo pediste.</p>
${button('Entrar')}
<p class="fine">El enlace funciona una sola vez, durante {{expires_in}}. Si no lo has pedido, ignora este mensaje y no lo reenvíes: quien tenga el enlace puede intentar entrar en tu nombre.</p>`,
    },
    invitation: {
      subject: '{{inviter}} te invita a {{organization}}',
      html: `<h1>Únete a {{organization}}</h1>
<p>{{inviter}} te invita, {{email}}, a {{organization}} en {{product_name}}.</p>
${button('Ver la invitación')}
<p class="fine">La invitación está abierta durante {{expires_in}}. Si no conoces a {{inviter}}, ignora este mensaje.</p>`,
    },
    welcome: {
      subject: 'Te damos la bienvenida a {{product_name}}',
      html: `<h1>Te damos la bienvenida a {{product_name}}</h1>
<p>Hola, {{name}}:</p>
<p>Tu cuenta está lista. En la página de tu cuenta decides cómo entras, ves dónde tienes sesiones abiertas y detienes lo que actúa en tu nombre.</p>
${button('Abrir mi cuenta')}`,
    },
    new_sign_in: {
      subject: 'Nuevo acceso a tu cuenta',
      html: `<h1>Nuevo acceso</h1>
<p>Hola, {{name}}:</p>
<p>Alguien ha entrado en tu cuenta de {{product_name}} desde un dispositivo que no conocíamos.</p>
<ul>
<li>Dispositivo: {{device}}</li>
<li>Lugar: {{place}}</li>
<li>Hora: {{time}}</li>
</ul>
<p>Si has sido tú, no tienes que hacer nada.</p>
${account}`,
    },
    password_changed: {
      subject: 'Ha cambiado tu contraseña',
      html: `<h1>Ha cambiado tu contraseña</h1>
<p>Hola, {{name}}:</p>
<p>El {{time}} cambió la contraseña de tu cuenta de {{product_name}}. Todas las sesiones abiertas se han cerrado.</p>
<p class="fine">Si no has sido tú, <a href="{{link}}">elige una contraseña nueva</a> ahora.</p>`,
    },
    email_changed: {
      subject: 'Ha cambiado tu dirección de correo',
      html: `<h1>Ha cambiado tu dirección de correo</h1>
<p>Hola, {{name}}:</p>
<p>El {{time}} la dirección de tu cuenta en {{product_name}} pasó de {{email}} a {{new_email}}. Desde ahora escribimos a la dirección nueva.</p>
${account}`,
    },
    mfa_changed: {
      subject: 'Acceso en dos pasos: {{change}}',
      html: `<h1>Ha cambiado tu segundo paso</h1>
<p>Hola, {{name}}:</p>
<p>El {{time}} cambió algo en el segundo paso para entrar en tu cuenta de {{product_name}}: {{change}}.</p>
${account}`,
    },
    passkey_added: {
      subject: 'Se ha añadido una llave de acceso a tu cuenta',
      html: `<h1>Llave de acceso añadida</h1>
<p>Hola, {{name}}:</p>
<p>El {{time}} se añadió la llave de acceso «{{passkey}}» a tu cuenta de {{product_name}}. Quien la tenga puede entrar.</p>
${account}`,
    },
    account_linked: {
      subject: 'Ya puedes entrar con {{provider}}',
      html: `<h1>Cuenta vinculada</h1>
<p>Hola, {{name}}:</p>
<p>El {{time}} se vinculó una cuenta de {{provider}} a tu cuenta de {{product_name}}. Quien entre allí puede entrar aquí.</p>
<p class="fine">Si no has sido tú, <a href="{{link}}">quítala</a> y cambia tu contraseña.</p>`,
    },
    operator_changed: {
      subject: 'El rol de {{person}} ha cambiado',
      html: `<h1>Ha cambiado un rol de administración de {{product_name}}</h1>
<p>Hola, {{name}}:</p>
<p>El {{time}} el rol de {{person}} en la administración de {{product_name}} cambió de {{before}} a {{after}}. Este mensaje llega a todos los propietarios.</p>
<p class="fine">Si nadie debía hacerlo, <a href="{{link}}">entra</a> y retira el rol; el registro de auditoría dice quién lo hizo.</p>`,
    },
    webhook_disabled: {
      subject: 'Se ha desactivado el webhook {{webhook}}',
      html: `<h1>Se ha desactivado un webhook</h1>
<p>Hola, {{name}}:</p>
<p>El {{time}} {{product_name}} dejó de enviar eventos a {{webhook}}: su dirección respondió que ya no existe, o no llegó nada allí durante cinco días.</p>
<p class="fine"><a href="{{link}}">Entra</a> para activarlo de nuevo cuando la dirección vuelva a responder; entonces dirá cuántos eventos se perdió.</p>`,
    },
    account_deleted: {
      subject: 'Tu cuenta se ha eliminado',
      html: `<h1>Tu cuenta se ha eliminado</h1>
<p>Hola, {{name}}:</p>
<p>El {{time}} se eliminó tu cuenta de {{product_name}}, con todo lo que le pertenecía. Se han cerrado todas las sesiones abiertas.</p>
<p class="fine">Es la última vez que escribimos a {{email}}. Si no lo esperabas, pregunta a quienes administran {{product_name}}.</p>`,
    },
  },
  test: {
    subject: '{{product_name}} puede enviar correo',
    html: `<h1>El correo funciona</h1>
<p>Un operador de {{product_name}} ha pedido este mensaje a {{email}} para ver si el correo llega. Ha llegado.</p>`,
  },
  footer: 'Este mensaje forma parte del uso de {{product_name}}. Nadie lee las respuestas.',
  mfaChanges: {
    enabled: 'activado',
    disabled: 'desactivado',
    recovery_codes_replaced: 'códigos de recuperación nuevos, los anteriores ya no valen',
    recovery_code_used: 'se ha usado un código de recuperación',
  },
  units: {
    minutes: plural('es', { one: '# minuto', other: '# minutos' }),
    hours: plural('es', { one: '# hora', other: '# horas' }),
    days: plural('es', { one: '# día', other: '# días' }),
  },
  samples: {
    name: 'Maya Lind',
    inviter: 'Álex Moreno',
    organization: 'Talleres del Puerto',
    device: 'Firefox en Linux',
    place: 'Valencia, España',
    passkey: 'Portátil del trabajo',
    provider: 'Corp',
    person: 'Alex Moreau (alex@example.com)',
    before: 'support',
    after: 'operator',
    new_email: 'maya@new.example',
    expires_in: '30',
    change: 'enabled',
  },
}
