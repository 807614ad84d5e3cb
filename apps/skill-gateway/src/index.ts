export { skillGatewayService } from './app.module';
export { skillGatewayConfig } from './config';
