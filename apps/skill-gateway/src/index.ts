export { skillGatewayService } from './app.module';
